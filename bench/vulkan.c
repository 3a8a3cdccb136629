/* SPDX-License-Identifier: MIT */
/*
 * vulkan.c - kernels on a Vulkan device that is a processor; see kernels.h. Bindings of a kernel:
 * 0 the input, 1 the output, 2 the image.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "kernels.h"

typedef struct memory {
    VkDeviceMemory object;
    void *data;
} memory;

struct vulkan {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    VkCommandPool pool;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkSampler sampler;

    /* Of the kernel that is loaded. */
    uint32_t *code;
    size_t code_size, in_size, out_size;
    VkBuffer in, out;
    VkImage image;
    VkImageView view;
    memory in_memory, out_memory, image_memory;
    VkPipeline pipeline;
};

static void check(VkResult result, const char *what)
{
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "bench-run: Vulkan: %s: %d\n", what, (int)result);
    exit(1);
}

/* ---------------------------------------------------------------------------------------- */
/* The device                                                                                 */

static bool find_device(vulkan *v)
{
    VkPhysicalDevice all[16];
    uint32_t count = 16;

    if (vkEnumeratePhysicalDevices(v->instance, &count, all) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(all[i], &p);
        if (p.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)
            continue;
        v->physical = all[i];
        printf("Driver: %s.\n\n", p.deviceName);
        return true;
    }
    return false;
}

static bool find_family(vulkan *v)
{
    VkQueueFamilyProperties all[16];
    uint32_t count = 16;

    vkGetPhysicalDeviceQueueFamilyProperties(v->physical, &count, all);
    for (v->family = 0; v->family < count; v->family++)
        if (all[v->family].queueFlags & VK_QUEUE_COMPUTE_BIT)
            return true;
    return false;
}

static void make_layouts(vulkan *v)
{
    const VkDescriptorType types[3] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    VkDescriptorSetLayoutBinding bindings[3];
    VkDescriptorPoolSize sizes[3];

    for (uint32_t i = 0; i < 3; i++) {
        bindings[i] =
            (VkDescriptorSetLayoutBinding){i, types[i], 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
        sizes[i] = (VkDescriptorPoolSize){types[i], 1};
    }
    check(vkCreateDescriptorSetLayout(
              v->device,
              &(VkDescriptorSetLayoutCreateInfo){
                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, NULL, 0, 3, bindings},
              NULL, &v->set_layout),
          "layout of a set");
    check(vkCreatePipelineLayout(
              v->device,
              &(VkPipelineLayoutCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, NULL, 0,
                                            1, &v->set_layout, 0, NULL},
              NULL, &v->layout),
          "layout");
    check(vkCreateDescriptorPool(
              v->device,
              &(VkDescriptorPoolCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, NULL, 0,
                                            1, 3, sizes},
              NULL, &v->descriptors),
          "descriptors");
}

static void make_sampler(vulkan *v)
{
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .magFilter = VK_FILTER_LINEAR,
                                .minFilter = VK_FILTER_LINEAR,
                                .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                .maxLod = 1};
    check(vkCreateSampler(v->device, &info, NULL, &v->sampler), "sampler");
}

static void make_device(vulkan *v)
{
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, NULL, 0, v->family, 1, &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};

    check(vkCreateDevice(v->physical, &info, NULL, &v->device), "device");
    vkGetDeviceQueue(v->device, v->family, 0, &v->queue);
    check(vkCreateCommandPool(v->device,
                              &(VkCommandPoolCreateInfo){VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                         NULL, 0, v->family},
                              NULL, &v->pool),
          "commands");
    make_layouts(v);
    make_sampler(v);
}

vulkan *vulkan_open(const char **why)
{
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                             .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &app};
    vulkan *v = calloc(1, sizeof *v);

    *why = "there is no Vulkan device that is a processor";
    /* One thread, as dxk; and code is compiled each time. */
    setenv("LP_NUM_THREADS", "1", 1);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    if (!v || vkCreateInstance(&info, NULL, &v->instance) != VK_SUCCESS) {
        free(v);
        return NULL;
    }
    if (!find_device(v) || !find_family(v)) {
        vkDestroyInstance(v->instance, NULL);
        free(v);
        return NULL;
    }
    make_device(v);
    return v;
}

void vulkan_close(vulkan *v)
{
    if (!v)
        return;
    vkDestroySampler(v->device, v->sampler, NULL);
    vkDestroyDescriptorPool(v->device, v->descriptors, NULL);
    vkDestroyPipelineLayout(v->device, v->layout, NULL);
    vkDestroyDescriptorSetLayout(v->device, v->set_layout, NULL);
    vkDestroyCommandPool(v->device, v->pool, NULL);
    vkDestroyDevice(v->device, NULL);
    vkDestroyInstance(v->instance, NULL);
    free(v);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

static memory allocate(vulkan *v, VkMemoryRequirements r)
{
    VkPhysicalDeviceMemoryProperties p;
    uint32_t type = 0;
    VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    memory m = {0};

    vkGetPhysicalDeviceMemoryProperties(v->physical, &p);
    while (type < p.memoryTypeCount && !(r.memoryTypeBits >> type & 1 &&
                                         (p.memoryTypes[type].propertyFlags & wanted) == wanted))
        type++;
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, NULL, r.size, type};
    check(vkAllocateMemory(v->device, &info, NULL, &m.object), "memory");
    check(vkMapMemory(v->device, m.object, 0, VK_WHOLE_SIZE, 0, &m.data), "mapping");
    return m;
}

static VkBuffer make_buffer(vulkan *v, size_t size, memory *m)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkMemoryRequirements r;
    VkBuffer buffer;

    check(vkCreateBuffer(v->device, &info, NULL, &buffer), "buffer");
    vkGetBufferMemoryRequirements(v->device, buffer, &r);
    *m = allocate(v, r);
    check(vkBindBufferMemory(v->device, buffer, m->object, 0), "binding");
    return buffer;
}

static void make_image(vulkan *v)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                              .extent = {KERNEL_IMAGE, KERNEL_IMAGE, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .tiling = VK_IMAGE_TILING_OPTIMAL,
                              .usage =
                                  VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkMemoryRequirements r;

    check(vkCreateImage(v->device, &info, NULL, &v->image), "image");
    vkGetImageMemoryRequirements(v->device, v->image, &r);
    v->image_memory = allocate(v, r);
    check(vkBindImageMemory(v->device, v->image, v->image_memory.object, 0), "binding");
    view.image = v->image;
    check(vkCreateImageView(v->device, &view, NULL, &v->view), "view");
}

/* ---------------------------------------------------------------------------------------- */
/* Commands                                                                                   */

static VkCommandBuffer begin(vulkan *v)
{
    VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, NULL,
                                        v->pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBufferBeginInfo start = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer c;

    check(vkAllocateCommandBuffers(v->device, &info, &c), "commands");
    check(vkBeginCommandBuffer(c, &start), "commands");
    return c;
}

static void submit(vulkan *v, VkCommandBuffer c)
{
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &c};

    check(vkEndCommandBuffer(c), "commands");
    check(vkQueueSubmit(v->queue, 1, &info, VK_NULL_HANDLE), "submission");
    check(vkQueueWaitIdle(v->queue), "waiting");
    vkFreeCommandBuffers(v->device, v->pool, 1, &c);
}

static void change_layout(vulkan *v, VkCommandBuffer c, VkImageLayout from, VkImageLayout to)
{
    VkImageMemoryBarrier b = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask =
                                  VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                              .oldLayout = from,
                              .newLayout = to,
                              .image = v->image,
                              .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0, 0, NULL, 0, NULL, 1, &b);
}

/* Kernels without an image have an empty one: drivers look at all bindings. */
static void fill_image(vulkan *v, bool is_used)
{
    VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                              .imageExtent = {KERNEL_IMAGE, KERNEL_IMAGE, 1}};
    VkCommandBuffer c = begin(v);

    change_layout(v, c, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    if (is_used)
        vkCmdCopyBufferToImage(c, v->in, v->image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    change_layout(v, c, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    submit(v, c);
}

static void make_set(vulkan *v)
{
    VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, NULL,
                                        v->descriptors, 1, &v->set_layout};
    VkDescriptorBufferInfo buffers[2] = {{v->in, 0, VK_WHOLE_SIZE}, {v->out, 0, VK_WHOLE_SIZE}};
    VkDescriptorImageInfo image = {v->sampler, v->view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet writes[3];

    check(vkResetDescriptorPool(v->device, v->descriptors, 0), "descriptors");
    check(vkAllocateDescriptorSets(v->device, &info, &v->set), "a set");
    for (uint32_t i = 0; i < 3; i++)
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = v->set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType =
                                               i < 2 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                     : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                           .pBufferInfo = i < 2 ? &buffers[i] : NULL,
                                           .pImageInfo = i == 2 ? &image : NULL};
    vkUpdateDescriptorSets(v->device, 3, writes, 0, NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Kernels                                                                                    */

bool vulkan_load(vulkan *v, const kernel *k, const float *in)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.spv", DXK_SPIRV, k->name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    v->code = malloc(1 << 20);
    if (!v->code)
        exit(1);
    v->code_size = fread(v->code, 1, 1 << 20, f);
    fclose(f);
    v->in_size = k->in_count * 4;
    v->out_size = k->out_count * 4;
    v->in = make_buffer(v, v->in_size, &v->in_memory);
    v->out = make_buffer(v, v->out_size, &v->out_memory);
    memcpy(v->in_memory.data, in, v->in_size);
    make_image(v);
    fill_image(v, k->has_image);
    make_set(v);
    return true;
}

static void make_pipeline(vulkan *v)
{
    VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, NULL, 0,
                                     v->code_size, v->code};
    VkShaderModule module;

    check(vkCreateShaderModule(v->device, &code, NULL, &module), "shader");
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = v->layout};
    check(vkCreateComputePipelines(v->device, VK_NULL_HANDLE, 1, &info, NULL, &v->pipeline),
          "pipeline");
    vkDestroyShaderModule(v->device, module, NULL);
}

static void dispatch(vulkan *v, const uint32_t groups[2])
{
    VkCommandBuffer c = begin(v);

    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, v->pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, v->layout, 0, 1, &v->set, 0, NULL);
    vkCmdDispatch(c, groups[0], groups[1], 1);
    submit(v, c);
}

double vulkan_first(vulkan *v, const uint32_t groups[2])
{
    double start = bench_now();

    make_pipeline(v);
    dispatch(v, groups);
    double time = bench_now() - start;
    vkDestroyPipeline(v->device, v->pipeline, NULL);
    v->pipeline = VK_NULL_HANDLE;
    return time;
}

double vulkan_again(vulkan *v, const uint32_t groups[2])
{
    if (!v->pipeline) {
        make_pipeline(v);
        dispatch(v, groups);
    }
    double start = bench_now();
    dispatch(v, groups);
    return bench_now() - start;
}

void vulkan_unload(vulkan *v, float *out)
{
    memcpy(out, v->out_memory.data, v->out_size);
    vkDestroyPipeline(v->device, v->pipeline, NULL);
    vkDestroyImageView(v->device, v->view, NULL);
    vkDestroyImage(v->device, v->image, NULL);
    vkDestroyBuffer(v->device, v->in, NULL);
    vkDestroyBuffer(v->device, v->out, NULL);
    vkFreeMemory(v->device, v->in_memory.object, NULL);
    vkFreeMemory(v->device, v->out_memory.object, NULL);
    vkFreeMemory(v->device, v->image_memory.object, NULL);
    v->pipeline = VK_NULL_HANDLE;
    v->image = VK_NULL_HANDLE;
    v->view = VK_NULL_HANDLE;
    v->image_memory = (memory){0};
    free(v->code);
}
